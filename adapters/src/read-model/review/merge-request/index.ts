/** Merge requests in the read model; projections of their companions write through `companionWriter`. */
export { type CompanionWriter, companionWriter } from './companion-writer.js'
export { mergeRequests } from './projection.js'
