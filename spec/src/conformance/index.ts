/** Compares responses of the API with the shapes and statuses that their routes declare. Every test that sends requests to an instance uses it. */
export * from './answers.js'
