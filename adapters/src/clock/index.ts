/** What time it is: by the machine, or by a test. */
export * from './clock.js'
