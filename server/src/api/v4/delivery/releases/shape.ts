import { userCardShape } from '../../identity/users/shape.js'
import { milestoneFields } from '../../planning/milestones/shape.js'
import { commitShape } from '../../projects/repository/shape.js'
import {
  allSometimes,
  anything,
  arrayOf,
  boolean,
  instant,
  integer,
  maybe,
  oneOf,
  record,
  type Shape,
  sometimes,
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
  sources: sometimes(arrayOf(record(undefined, { format: text, url: text }))),
  links: arrayOf(releaseLinkShape),
})

const links = record(undefined, {
  closed_issues_url: text,
  closed_merge_requests_url: text,
  edit_url: sometimes(text),
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
  description_html: sometimes(text),
  author: userCardShape,
  commit: sometimes(commitShape),
  milestones: sometimes(arrayOf(milestone)),
  commit_path: sometimes(text),
  tag_path: sometimes(text),
  assets,
  evidences: arrayOf(anything),
  _links: links,
}

/** A release of a project (docs/reference/behaviour/delivery.md#releases). */
export const releaseShape: Shape = record('Release', { ...named, ...whole })

/** A release in the list of a group, which may have no more than its names. */
export const groupReleaseShape: Shape = record('GroupRelease', { ...named, ...allSometimes(whole) })
