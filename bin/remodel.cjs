#!/usr/bin/env node
// Is this Node new enough to run remodel? Written so that the oldest Node can read it and say no in one sentence.
'use strict';

var version = process.versions.node.split('.');
var major = Number(version[0]);
var minor = Number(version[1]);

if (major > 22 || (major === 22 && minor >= 18)) {
  require('./start.cjs');
} else {
  console.error(
    'remodel needs Node.js 22.18 or newer and was started with ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '): install a newer Node.js, or put one first on the PATH.'
  );
  process.exit(2);
}
