import { type NewReleaseLink, RELEASE_LINK_TYPES } from '@forgefold/core/domains/delivery/release'
import {
  type Decoded,
  datetime,
  listOf,
  oneOf,
  optional,
  type ParamSpecs,
  required,
  string,
  withDefault,
} from '../../../../http/index.js'

/** The parameters of a new link. */
export const newLink = {
  name: required(string(), 'The name; once in the release'),
  url: required(string(), 'Where it leads: http, https or ftp; once in the release'),
  filepath: optional(string(), 'The path at which the release serves it, from a slash on'),
  direct_asset_path: optional(string(), 'The same'),
  link_type: withDefault(oneOf(RELEASE_LINK_TYPES), 'other', 'What it is'),
} satisfies ParamSpecs

/** The parameters of a changed link, all optional. */
export const changedLink = {
  name: optional(string(), 'The new name'),
  url: optional(string(), 'Where it leads: http, https or ftp'),
  filepath: newLink.filepath,
  direct_asset_path: newLink.direct_asset_path,
  link_type: optional(oneOf(RELEASE_LINK_TYPES), 'What it is'),
} satisfies ParamSpecs

/** A link, as use cases take it. */
export const wantedLink = (given: Decoded<typeof newLink>): NewReleaseLink => ({
  name: given.name,
  url: given.url,
  type: given.link_type,
  path: given.filepath ?? given.direct_asset_path ?? null,
})

/** The parameters of a release, for creation and change. */
export const details = {
  name: optional(string(), 'The name'),
  description: optional(string(), 'The notes, in Markdown'),
  milestones: optional(listOf(string()), 'Titles of milestones'),
  released_at: optional(datetime(), 'When it is or was released'),
} satisfies ParamSpecs
