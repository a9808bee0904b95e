"""Sound inputs from which damaged ones are made: short, with everything that a format can have."""

from __future__ import annotations

TEXT = (
    b"the house is small .\nthat is the house\n\na b\tc\r\n",
    "das Haus ist klein\u00a0!\nJosé 😀 e\u0301\n<s> </s> <unk>\n".encode(),
)
CONLLU = (
    b"# newdoc id = one\n# sent_id = 1\n1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n1\tde\tde\tADP\tIN\t_\t2\tcase\t_\t_\n"
    b"2\tel\tel\tDET\tDT\tGender=Masc\t0\troot\t_\tSpaceAfter=No\n2.1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n\n"
    b"# newdoc\n1\tJa\t_\t_\t_\t_\t0\troot\t_\t_\n2\t1 000\t_\tNUM\t_\t_\t1\tdep\t_\t_\n\n",
)
BRACKETS = (
    b"(S (NP-SBJ (DT the) (NN house)) (VP (VBZ is) (ADJP (JJ small)) (-NONE- *T*-1)))\n"
    b"( (S (NP (PRP it)) (-LRB- -LRB-)))\n(TOP (A a)\n (B b))\n",
    b"(A (B b))\n\n(S (X -LRB-) (Y y=1))\n",
)
BRACKET_LINES = (b"(A (B b))\n\n(())\n()\n( (S (X -LRB-) (Y y=1)))\n",)
TMX = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4"><header/><body>\n'
    b'<tu><prop type="document">one</prop><tuv xml:lang="de"><seg>das <bpt i="1">&lt;b></bpt>Haus</seg></tuv>'
    b'<tuv xml:lang="en-US"><seg>the house &amp; garden</seg></tuv></tu>\n<tu><tuv lang="de"><seg>ja</seg></tuv>'
    b'<tuv lang="en"><seg>yes</seg></tuv><tuv lang="en"><seg>yes<ph>x</ph>!</seg></tuv></tu></body></tmx>\n',
)
SGM = (
    b'<srcset setid="s" srclang="any">\n<doc docid="one" sysid=ref>\n<seg id="1">the &amp; house</seg>\n<p>\n'
    b"<seg id=2> two <b> lines\nof text </seg>\n</doc>\n<DOC docid='two'><seg id=1>x</SEG></DOC></srcset>\n",
)
WMT = (
    b'<?xml version=\'1.0\' encoding=\'utf-8\'?>\n<dataset id="x"><doc id="one" origlang="de"><src lang="de"><p>'
    b'<seg id="1">eins</seg><seg id="2">zwei</seg></p></src><ref lang="en" translator="A"><p><seg id="1">one</seg>'
    b'<seg id="2">two</seg></p></ref><hyp system="s"><seg id="1">o</seg></hyp></doc></dataset>\n',
)
BARS = (b"das haus ||| the house\nja ||| yes\n", b"a ||| b ||| c\nd ||| e ||| f\n")
TSV = (b"das haus\tthe house\nja\tyes\n", b"a\tb\tc\n")
ANY = (*TEXT, *CONLLU, *TMX, *SGM, *WMT, *BARS, *TSV)
LINKS = (b"0-0 1-2 2-1\n\n3-3 65535-0\n", b"0-0 1-1\n2-2\n")
BITEXT_LINKS = (b"0-0 1-1\n\n0-0 0-1\n",)
"""Of three sentence pairs (``kept_records.use_bitext``)."""
SURE_LINKS = (*LINKS, b"0-0 1?2 2-1\n\n3-3 65535?0\n")
SEGMENTS = (
    b"the house |0-1| is |2-2| small |3-3|\n\nx |0-0|\n",
    b"a |0-0,2-2| b |1-1| c |+0-0,2-2| d |-|\n",
)
SPELLINGS = ("ß\tss\nœ\toe\ndaß\ncœur\nwasser\n".encode(),)
COMPOUNDS = ("s\nes\nhaus\tHaus\t3\ntür\tTür\t2\nschlüssel\tSchlüssel\t1\n".encode(),)
LEXICAL = (b"house haus 0.75\nNULL haus 0.25\nthe das 1\n",)
TRUECASER = ("haus\tHaus\t3\t4\nä\tÄ\t1\t1\n".encode(),)
MARKUP = (
    b'das <x translation="house||building">haus</x> ist <keep>Jane Doe</keep> <wall/> &lt; 3\n'
    b'<x translation="a" mode="inclusive">das haus</x> ist klein\n',
)
CONSTRAINTS = (
    b"# demands\n1\t0-1\ttranslation\tthe house||a house\n1\t3\tkeep\n2\t2\twall\n"
    b"2\t0\toption\tx y\n",
)
TERMS = (b"a b\tx y\nc\t\nb\tz\na b\tw\n",)
EXPERIMENT = (
    b'name = "x"\nwork = "work"\n[training]\nsource = "a"\ntarget = "b"\n[development]\n'
    b'source = "a"\ntarget = "b"\n[[test]]\nname = "t"\nsource = "a"\ntarget = "b"\n[lm]\norder = 4\n'
    b"[decoder]\nstack = 50\n[tuning]\niterations = 3\n",
)
JOURNAL = (
    b'{"systems": ["A", "B"], "count": 3, "seed": 1, "texts": "x"}\n{"annotator": "a", "sentence": 1, "winner": null}\n'
    b'{"annotator": "b", "sentence": 2, "winner": 1}\n',
)
ALIGNMENT_JOURNAL = (
    b'{"kind": "alignment", "aligner": "x", "threshold": 0.4}\n{"pairs": 9, "checksums": [3, 4], "sizes": [5]}\n',
)
PRIORS = (b"haus\thouse\t2.5\nbuch\tbook\n\nguten tag\thello\n",)
ARPA = (
    b"\\data\\\nngram 1=6\nngram 2=4\nngram 3=2\n\n\\1-grams:\n-1.2\t<unk>\n-99\t<s>\t-0.3\n-0.9\t</s>\n"
    b"-0.8\tthe\t-0.2\n-0.9\thouse\t-0.1\n-1.1\tis\t-0.2\n\n\\2-grams:\n-0.4\t<s> the\t-0.1\n-0.3\tthe house\t-0.2\n"
    b"-0.5\thouse is\n-0.6\tis </s>\n\n\\3-grams:\n-0.1\t<s> the house\n-0.2\tthe house is\n\n\\end\\\n",
)
PHRASES = (
    b"das ||| the ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| 2 2 1 ||| |||\n"
    b"das haus ||| the house ||| 0.9 0.8 0.7 0.6 ||| 0-0 1-1 ||| 1 1 1\n"
    b"haus ||| house ||| 1 1e-10 0 1 ||| 0-0 ||| 3 3 3\n ||| x ||| 1 1 1 1 ||| ||| 1 1 1\n",
    b"a ||| b ||| 1 1 1 1\na [X] ||| [X] b&#124; ||| 1 1 1 1\n",
)
REORDERING = (
    b"das ||| the ||| 0.5 0.2 0.3 0.5 0.2 0.3\ndas haus ||| the house ||| 1 1 1 1 1 1\n"
    b"haus ||| house ||| 0.1 0.1 0.8 1 0 0\n",
)
INI = (
    b"[input-factors]\n0\n[mapping]\n0 T 0\n[distortion-limit]\n4   # a comment\n[feature]\n"
    b"UnknownWordPenalty\nWordPenalty\nPhrasePenalty\nPhraseDictionaryMemory name=TranslationModel0 "
    b"num-features=4 path=table input-factor=0 output-factor=0\nLexicalReordering "
    b"name=LexicalReordering0 num-features=6 type=wbe-msd-bidirectional-fe-allff path=reordering\n"
    b"Distortion\nKENLM name=LM0 factor=0 path=lm.arpa order=3\n[weight]\nWordPenalty0= -0.5\n"
    b"PhrasePenalty0= 0.2\nTranslationModel0= 0.1 0.2 0.3 0.4\nLexicalReordering0= 1 2 3 4 5 6\n"
    b"Distortion0= 0.3\nLM0= 0.6\n[stack]\n50\n[beam-threshold]\n0.001\n[search-algorithm]\n1\n"
    b"[cube-pruning-pop-limit]\n50\n",
)
REQUESTS = (
    b"GET / HTTP/1.1\r\nHost: localhost:80\r\n\r\n",
    b"GET /question?annotator=J%C3%B6rg HTTP/1.1\r\nHost: 127.0.0.1:80\r\nOrigin: http://localhost:80\r\n\r\n",
    b"POST /answer HTTP/1.1\r\nHost: localhost:80\r\nContent-Type: application/json\r\nContent-Length: 51\r\n\r\n"
    b'{"annotator": "a", "sentence": 0, "choice": "left"}',
)
TAGGED = (b"the|DT house|NN a|b|SYM\n\n.|.\n", *CONLLU)
HEAD_RULES = (
    b"# a comment\n@punctuation , : .\n@coordination CC\nADJP left NNS QP\nFRAG right\n"
    b"NP right NN|NNP ; left NP ; right\n",
)


def _post(path: str, body: bytes, kind: str = "application/json") -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
    head += f"Content-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def _get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


SERVE_REQUESTS = (
    _post(
        "/translate",
        b'{"q": "das haus", "source": "de", "target": "en", "alternatives": 2}',
    ),
    _post(
        "/translate",
        '{"q": ["das\u00a0<b>haus</b>", "x"], "source": "auto", "target": "en", "format": "html"}'.encode(),
    ),
    _post(
        "/translate",
        b"q=das+haus&q=%C3%A4&source=de&target=en&format=markdown&api_key=x",
        "application/x-www-form-urlencoded",
    ),
    _post("/detect", b'{"q": "das haus ist klein"}'),
    _post(
        "/api/explain",
        b'{"q": "das haus", "source": "de", "target": "en", "nbest": 2, "svg": true}',
    ),
    _post(
        "/api/explain",
        b'{"q": "das haus", "source": "de", "target": "en", "drawings": true, "edits": {"weights": {"lm": 0.7}, '
        b'"search": {"distortion_limit": 2}, "ban": [["das haus", "the house"]], '
        b'"force": [{"sentence": 0, "begin": 0, "end": 1, "translation": "that"}], "terms": [["haus", "building"]]}}',
    ),
    _post(
        "/api/explain",
        b'{"q": "das haus", "source": "de", "target": "en", "tree": "1\\tdas\\t_\\tDET\\t_\\t_\\t2\\tdet\\t_\\t_\\n'
        b'2\\thaus\\t_\\tNOUN\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"}',
    ),
    _post(
        "/translate_file",
        b'--XX\r\nContent-Disposition: form-data; name="source"\r\n\r\nde\r\n--XX\r\n'
        b'Content-Disposition: form-data; name="target"\r\n\r\nen\r\n--XX\r\n'
        b'Content-Disposition: form-data; name="file"; filename="page.html"\r\n\r\n<p>das haus</p>\r\n--XX--\r\n',
        "multipart/form-data; boundary=XX",
    ),
    _post(
        "/api/complete",
        b'{"q": "das haus ist klein", "prefix": "the ho", "source": "de", "target": "en", "alternatives": 2}',
    ),
    _post(
        "/api/complete",
        '{"q": "das\u00a0haus", "prefix": "zzz é house ", "source": "de", "target": "en", '
        '"glossary": [["haus", "building"]]}'.encode(),
    ),
    _post(
        "/api/document",
        b'{"q": "das haus\\n\\ndas haus ist klein", "source": "de", "target": "en", "format": "text"}',
    ),
    *map(_get, ("/", "/languages", "/frontend/settings", "/health", "/metrics", "/openapi.json")),
    *map(_get, ("/api/models", "/docs", "/listPairs", "/translate?langpair=de%7Cen&q=das+haus")),
    _post(
        "/RPC2",
        b"<?xml version='1.0'?><methodCall><methodName>translate</methodName><params><param><value><struct>"
        b"<member><name>text</name><value><string>das haus</string></value></member></struct></value></param>"
        b"</params></methodCall>",
        "text/xml",
    ),
)
"""To ``dragoman serve``."""
SUGGEST_REQUESTS = (
    _post("/suggest", b'{"q": "das haus", "s": "this building", "source": "de", "target": "en"}'),
    _post(
        "/suggest", '{"q": "\u00e4 . zwerg", "s": "dwarf", "source": "de", "target": "en"}'.encode()
    ),
    _post(
        "/suggest",
        b"q=das+haus+ist&s=this+is+the+house&source=de&target=en",
        "application/x-www-form-urlencoded",
    ),
)
"""To one whose model takes suggestions."""
EVIDENCE_REQUESTS = (
    _post(
        "/api/evidence", b'{"q": "das haus ist neu", "source": "de", "target": "en", "examples": 2}'
    ),
    _post(
        "/api/evidence",
        b'{"q": "das buch", "source": "auto", "target": "en", "edits": {"leave_out": [2, 5], '
        b'"add": [["zwerg", "dwarf"]], "ban": [["a", "b"]], "force": [{"begin": 0, "end": 1, "translation": "it"}]}}',
    ),
    _post(
        "/api/explain",
        b'{"q": "das haus", "source": "de", "target": "en", "edits": {"leave_out": [1], "add": [["zwei", "two"]]}}',
    ),
    _post(
        "/api/update",
        b'{"source": "de", "target": "en", "leave_out": [3], "add": [["zwerg", "dwarf"]], "who": "Ann"}',
    ),
    _post("/api/undo", b'{"source": "de", "target": "en", "who": "Bob"}'),
    _post("/api/journal", b'{"source": "de", "target": "en"}'),
)
"""To one that shows its text, where pairs are left out and added."""
RULES_CDEC = (
    b"[X] ||| das [X,1] ist ||| the [X,1] is ||| EgivenFCoherent=0.5 LexFgivenE=1e-3 IsSingletonF=1 ||| 0-0 2-2\n"
    b"[X] ||| haus ||| house ||| EgivenFCoherent=0.25\n\n"
    b"[X] ||| [X,1] nach [X,2] ||| [X,2] to [X,1] ||| x=-2 ||| 1-1\n",
)
RULES_JOSHUA = (
    b"[X] ||| das [X,1] ist ||| the [X,1] is ||| 0.5 1e-3 2 -4 ||| 0-0 2-2\n[X] ||| haus ||| house ||| 1 2 3 4\n"
    b"[X] ||| [X,1] nach [X,2] ||| [X,2] to [X,1] ||| 0.1 0.2 0.3 0.4 ||| 1-1\n",
)
RULES_MOSES = (
    b"das [X] ||| the [X] ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| 2 2 1 ||| |||\n"
    b"haus [X] ||| house [X] ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| 1 1 1 ||| |||\n"
    b"[X][X] haus [X] ||| house [X][X] [X] ||| 0.9 0.9 0.9 0.9 ||| 0-1 1-0 ||| 1 1 1 ||| |||\n",
)
GLUE = (
    b"<s> [X] ||| <s> [S] ||| 1 ||| 0-0 ||| 0 ||| |||\n"
    b"[X][S] </s> [X] ||| [X][S] </s> [S] ||| 1 ||| 0-0 1-1 ||| 0 ||| |||\n"
    b"[X][S] [X][X] [X] ||| [X][S] [X][X] [S] ||| 2.718 ||| 0-0 1-1 ||| 0 ||| |||\n",
)
CHART_INI = (
    b"[mapping]\n0 T 0\n1 T 1\n[cube-pruning-pop-limit]\n300\n[non-terminals]\nX\n[search-algorithm]\n3\n"
    b"[inputtype]\n3\n[max-chart-span]\n7\n1000\n[feature]\nUnknownWordPenalty\nWordPenalty\nPhrasePenalty\n"
    b"PhraseDictionaryMemory name=TM0 num-features=4 path=rules\n"
    b"PhraseDictionaryMemory name=TM1 num-features=1 path=glue\nKENLM name=LM0 path=lm.arpa order=3\n[weight]\n"
    b"WordPenalty0= -0.5\nPhrasePenalty0= 0.2\nTM0= 0.1 0.2 0.3 0.4\nTM1= -0.5\nLM0= 0.6\n",
)
PLF = (
    b"((('das',0.4,1),('haus',0.6,2),),(('haus',1.0,1),),)\n((('x',1,1),),)\n",
    "((('das',1e-3,1),('ä',0,1),),(('haus',1.0,1),('\\'',0.5,1),),)\n".encode(),
)
TREES = (
    b"1\tdas\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\thaus\t_\tNOUN\t_\t_\t0\troot\t_\t_\n\n",
    b"1\tdas\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\tha\t_\tNOUN\t_\t_\t0\troot\t_\tSpaceAfter=No\n"
    b"3\tus\t_\tX\t_\t_\t2\tdep\t_\t_\n\n",
)
GLOSSARY = (b"haus\tbuilding\t3\n\ndas haus\tthe house\nklein\tlittle\n",)
FREQUENCIES = ("12\nhouse\t3\nthe\t12\nä\t0\n".encode(),)
WEIGHTS = (b"[weights]\nlm = 0.5\nword_penalty = -1\n", b"lm = 0.5\n'x.y' = 1e-3\n")
CHANGES = (
    b'{"number":1,"when":"2026-01-01T00:00:00+00:00","who":"Ann","what":"left out","pairs":[{"line":2,"source":["a"],'
    b'"target":["x"],"links":"0-0"}]}\n{"number":2,"when":"","who":"","what":"taken back","undoes":1}\n',
    b'{"number":1,"when":"","who":"","what":"added","raw":[["a","x"]]}\n',
)
RATINGS = (
    b'{"protocol":"esa","systems":["a"],"seed":1,"texts":"x"}\n{"annotator":"Ann","item":0,"document":"d","system":"a",'
    b'"names":["1"],"segments":[{"score":3,"spans":[{"begin":0,"end":2,"severity":"minor"}]}],"seconds":1.5}\n',
)
PEARMUT = (
    b'{"campaign_id":"c","info":{"protocol":"ESA","assignment":"task-based"},"data":[[[{"src":"s","tgt":{"m":"t u"},'
    b'"item_id":"1","error_spans":{"m":[{"start_i":0,"end_i":1,"severity":"minor"}]}}]]]}',
)
PEARMUT_ANSWERS = (
    b'{"c":[{"user_id":"a","item_i":0,"item":[{"src":"s","tgt":{"m":"t u"},"item_id":"1"}],"annotation":[{"m":{'
    b'"score":50,"error_spans":[{"start_i":0,"end_i":1,"severity":"major"}]}}],"actions":[{"time":1.5},{"time":2}]}]}',
)
USFM = (
    b"\\id RUT x\n\\c 1\n\\p\n\\v 1 In \\nd God\\nd* \\f + \\ft note\\f*\n\\q2 days\n\\v 2-3 \\w a|x=1\\w*\n",
    b"\\id PSA\n\\c 3\n\\d Title\n\\v 1a one\n\\v 1b two\n",
)
EXAMPLES = (b"das haus\tright is: the house\nein haus\n",)
API_KEYS = (b"# of clients\nsecret\n\nanother key\n",)
TUNING_RUN = (b'{\n "seed": 1\n}\n',)
TUNING_WEIGHTS = (b'{"weights": {"lm": 0.5, "distortion": -1, "x": 0}}\n',)
LAST_RUN = (
    b'{"corpus": {"files": {"source": "00"}, "settings": {"x": 1}, "stage": "corpus", "upstream": {}, '
    b'"version": ["0", 1]}}\n',
)
