"""Bitexts, documents, trees and their file formats; tokenisation, casing, cleaning."""
