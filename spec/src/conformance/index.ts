/** Answers of the API held against what its routes declare: every test that asks an instance does so. */
export * from './answers.js'
