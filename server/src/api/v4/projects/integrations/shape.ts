import { boolean, maybe, record, type Shape, sometimes, text } from '../../shape.js'

/** A tracker of issues elsewhere. */
export const issueTrackerShape: Shape = record('IssueTracker', {
  title: text,
  slug: text,
  active: boolean,
  properties: record(undefined, {
    url: sometimes(text),
    project_url: sometimes(text),
    issues_url: sometimes(maybe(text)),
    new_issue_url: sometimes(maybe(text)),
  }),
})
