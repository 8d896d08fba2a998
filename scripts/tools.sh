#!/bin/sh
# Puts PDFium, the library that reads PDF text well, into .tools/pypdfium2_raw from the PyPI wheel pypdfium2.
# Without it no PDF file is read; everything else works. `tools.sh tests` puts ONNX Runtime there, too, from the wheel
# onnxruntime: only the test of the models of entailment needs it.
set -u
cd "$(dirname "$0")/.."
. scripts/say.sh
mkdir -p .tools
place=$(mktemp -d .tools/wheel.XXXXXX)
trap 'rm -rf "$place"' EXIT

fetch() { # package==version, the folder of it that is kept
    [ -e ".tools/$2" ] && return
    python3 -m pip --disable-pip-version-check download --quiet --no-deps --only-binary :all: --dest "$place" "$1" >&2 &&
        python3 -m zipfile -e "$place/${1%%==*}"-*.whl "$place/files" &&
        mv "$place/files/$2" ".tools/$2" && chmod -R a+rX ".tools/$2"
}

fetch pypdfium2==5.15.2 pypdfium2_raw ||
    say "PDFium could not be installed (pip install pypdfium2); PDF files cannot be read without it" \
        "PDFium을 설치하지 못했습니다(pip install pypdfium2). PDFium 없이는 PDF 파일을 읽지 못합니다."
if [ "${1:-}" = tests ]; then
    fetch onnxruntime==1.32.0 onnxruntime ||
        say "ONNX Runtime could not be installed (pip install onnxruntime); the test of models of entailment is skipped" \
            "ONNX Runtime을 설치하지 못했습니다(pip install onnxruntime). 함의 모델의 시험은 건너뜁니다."
fi
exit 0
