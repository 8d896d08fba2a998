#!/bin/sh
# Puts PDFium, the library that reads PDF text well, into .tools/pypdfium2_raw from the PyPI wheel pypdfium2.
# Without it no PDF file is read; everything else works.
set -u
cd "$(dirname "$0")/.."
. scripts/say.sh
[ -e .tools/pypdfium2_raw ] && exit 0
mkdir -p .tools
place=$(mktemp -d .tools/wheel.XXXXXX)
trap 'rm -rf "$place"' EXIT
if python3 -m pip --disable-pip-version-check download --quiet --no-deps --only-binary :all: \
        --dest "$place" pypdfium2==5.15.2 >&2 &&
    python3 -m zipfile -e "$place"/pypdfium2-*.whl "$place/files" &&
    mv "$place/files/pypdfium2_raw" .tools/pypdfium2_raw; then
    chmod -R a+rX .tools/pypdfium2_raw
else
    say "PDFium could not be installed (pip install pypdfium2); PDF files cannot be read without it" \
        "PDFium을 설치하지 못했습니다(pip install pypdfium2). PDFium 없이는 PDF 파일을 읽지 못합니다."
fi
exit 0
