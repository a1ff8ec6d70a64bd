/** Compares answers of the API with the shapes and statuses that their routes declare; every test that asks an instance uses it. */
export * from './answers.js'
