/** Which test sends which parameter of which endpoint: heard while tests run, written as pages of the reference. */
export * from './endpoints.js'
export * from './heard.js'
