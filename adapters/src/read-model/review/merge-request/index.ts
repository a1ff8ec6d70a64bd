/** Merge requests in the read model; projections of their companions write through `noteAndAwardWriter`, and lists of what is about them keep to `visibleMergeRequests`. */
export { type NoteAndAwardWriter, noteAndAwardWriter } from './note-and-award-writer.js'
export { mergeRequests } from './projection.js'
export { visibleMergeRequests } from './visible.js'
