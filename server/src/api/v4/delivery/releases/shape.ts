import { userCardShape } from '../../identity/users/shape.js'
import { milestoneFields } from '../../planning/milestones/shape.js'
import { commitShape } from '../../projects/repository/shape.js'
import {
  allOptional,
  arrayOf,
  boolean,
  instant,
  integer,
  maybe,
  oneOf,
  optionalField,
  record,
  type Shape,
  text,
} from '../../shape.js'

/** A link to a file of a release (docs/reference/behaviour/delivery.md#releases). */
export const releaseLinkShape: Shape = record('ReleaseLink', {
  id: integer,
  name: text,
  url: text,
  direct_asset_url: text,
  external: boolean,
  link_type: oneOf(['other', 'runbook', 'image', 'package']),
})

const milestone = record('ReleaseMilestone', {
  ...milestoneFields,
  issue_stats: record(undefined, { total: integer, closed: integer }),
})

const assets = record(undefined, {
  count: integer,
  sources: optionalField(arrayOf(record(undefined, { format: text, url: text }))),
  links: arrayOf(releaseLinkShape),
})

const evidence = record('ReleaseEvidence', { sha: text, filepath: text, collected_at: instant })

const links = record(undefined, {
  closed_issues_url: text,
  closed_merge_requests_url: text,
  edit_url: optionalField(text),
  merged_merge_requests_url: text,
  opened_issues_url: text,
  opened_merge_requests_url: text,
  self: text,
})

const named = {
  name: text,
  tag_name: text,
  description: maybe(text),
  created_at: instant,
  released_at: instant,
  upcoming_release: boolean,
}

const whole = {
  description_html: optionalField(text),
  author: userCardShape,
  commit: optionalField(commitShape),
  milestones: optionalField(arrayOf(milestone)),
  commit_path: optionalField(text),
  tag_path: optionalField(text),
  assets,
  evidences: optionalField(arrayOf(evidence)),
  _links: links,
}

/** A release of a project (docs/reference/behaviour/delivery.md#releases). */
export const releaseShape: Shape = record('Release', { ...named, ...whole })

/** A release in the list of a group, which may show its names only. */
export const groupReleaseShape: Shape = record('GroupRelease', { ...named, ...allOptional(whole) })
