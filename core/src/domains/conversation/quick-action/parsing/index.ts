/** Parses quick actions: which lines of a text are commands, and what their arguments mean. */
export * from './arguments.js'
export * from './days.js'
export * from './parse.js'
export * from './quoted-lines.js'
