/** Runs the bundle whose `start.cjs` is the first argument, with the others, and keeps the code that it needed. */
'use strict'

const [node, , start, ...others] = process.argv
process.argv = [node, start, ...others]
const { keepCode } = require(start)
process.once('exit', keepCode)
