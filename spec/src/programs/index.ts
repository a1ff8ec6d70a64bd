/** System programs that tests drive: whether they are here, and where. Import as `* as programs`. */
export * from './programs.js'
