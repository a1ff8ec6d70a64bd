#!/usr/bin/env node
/** Starts the command of the bundle that lies beside this file. */
'use strict'

const bundle = require('./load.cjs')

module.exports = bundle

// What a server needed is what the next one will need; other commands need little.
if (process.argv[2] === 'serve') bundle.keepCodeAtExit()

bundle.load('cli.js')
