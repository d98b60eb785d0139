#!/bin/sh
# Speaks the ten digits in both languages into {zh,en}/{0-9}.wav: 16 kHz, mono, 8-bit mu-law. Needs espeak-ng and sox.
set -eu
cd "$(dirname "$0")"
raw=$(mktemp -d)
trap 'rm -rf "$raw"' EXIT

# speak FOLDER VOICE WORDS-PER-MINUTE
speak() {
  mkdir -p "$1"
  for digit in 0 1 2 3 4 5 6 7 8 9; do
    # Digits, not words: espeak-ng 1.51's cmn reads 一 as the letters of its pinyin and the English "one".
    espeak-ng -v "$2" -s "$3" -w "$raw/word.wav" "$digit"
    # -R: no dither, so that the same versions make the same bytes.
    sox -R "$raw/word.wav" -e mu-law "$1/$digit.wav" gain -3 rate -v 16000 \
      silence 1 0.005 0.6% fade h 0.004 reverse silence 1 0.005 0.6% fade h 0.012 reverse norm -3
  done
}

speak en en-gb 135
speak zh cmn 125
