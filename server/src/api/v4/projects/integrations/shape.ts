import { boolean, maybe, optionalField, record, type Shape, text } from '../../shape.js'

/** An external issue tracker. */
export const issueTrackerShape: Shape = record('IssueTracker', {
  title: text,
  slug: text,
  active: boolean,
  properties: record(undefined, {
    url: optionalField(text),
    project_url: optionalField(text),
    issues_url: optionalField(maybe(text)),
    new_issue_url: optionalField(maybe(text)),
  }),
})
