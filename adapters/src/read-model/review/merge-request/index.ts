/** Merge requests in the read model; projections of their companions write through `companionWriter`, and lists of what is about them keep to `visibleMergeRequests`. */
export { type CompanionWriter, companionWriter } from './companion-writer.js'
export { mergeRequests } from './projection.js'
export { visibleMergeRequests } from './visible.js'
