/** The clock of the machine, and one that tests move. */
export * from './clock.js'
