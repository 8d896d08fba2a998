#!/bin/sh
# Puts PDFium, the library that reads PDF text well, into .tools/pypdfium2_raw from the PyPI wheel pypdfium2.
# It is optional: without it PDF files are read by a simpler reader, which knows fewer Korean fonts.
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
    say "PDFium could not be installed (pip download pypdfium2); PDF files are read by the simpler reader" \
        "PDFium을 설치하지 못했습니다(pip download pypdfium2). PDF 파일은 더 단순한 방법으로 읽습니다."
fi
exit 0
