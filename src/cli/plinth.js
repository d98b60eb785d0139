#!/usr/bin/env -S node --
import '../lib/check-node.cjs';

await import('./plinth.ts');
