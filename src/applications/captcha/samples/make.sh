#!/bin/sh
# Speaks the ten digits of both languages in six voices into {zh,en}/{1-6}/{0-9}.wav: 16 kHz, mono, 8-bit PCM. Needs espeak-ng and sox.
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
    # -R disables dither, so that the same versions produce the same bytes.
    sox -R "$raw/word.wav" -e unsigned-integer -b 8 "$1/$digit.wav" gain -3 rate -v 16000 \
      silence 1 0.005 0.6% fade h 0.004 reverse silence 1 0.005 0.6% fade h 0.012 reverse norm -3
  done
}

speak en/1 en-us+f2 125
speak en/2 en-us+f5 135
speak en/3 en+benjamin 135
speak en/4 en+klatt4 125
speak en/5 en-gb-scotland+m2 125
speak en/6 en-gb-scotland+robosoft3 100

speak zh/1 cmn+f2 120
speak zh/2 cmn+f5 125
speak zh/3 cmn+benjamin 125
speak zh/4 cmn+klatt4 115
speak zh/5 cmn+m2 115
speak zh/6 cmn+robosoft3 90
