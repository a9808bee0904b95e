# Prints what zsh offers for the last word of a line, each as OFFER:word.
# Usage: zsh -f complete.zsh FOLDER LINE, where FOLDER holds the completion functions.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT= ; fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -u -D"
zpty -w shell 'capture() {
  compadd() { local -a hits; builtin compadd -A hits "$@"; print -rl -- "OFFER:"$^hits; builtin compadd "$@" }
  _main_complete; unfunction compadd; compstate[insert]=; compstate[list]=; print -r -- "DO""NE"
}
zle -C capture complete-word capture; bindkey "^X" capture; print -r -- "REA""DY"'
zpty -r shell shown '*READY*'
zpty -w -n shell "$2"$'\x18'
zpty -r shell shown '*DONE*'
print -r -- $shown
zpty -d shell
