/** The OpenAPI document and its page, generated from the route table. Used by the composition. */
export { openApiDocument } from './document.js'
export { answersFile } from './file-parts.js'
export { answerSchema } from './operation.js'
export { REFUSAL, refusalTypes } from './refusals.js'
