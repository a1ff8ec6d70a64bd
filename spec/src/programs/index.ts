/** System programs that tests drive: whether they are installed, and where. Import as `* as programs`. */
export * from './programs.js'
