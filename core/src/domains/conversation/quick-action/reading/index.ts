/** Reading quick actions: which lines of a text are commands, and what their arguments say. */
export * from './arguments.js'
export * from './days.js'
export * from './quoted-lines.js'
export * from './read.js'
