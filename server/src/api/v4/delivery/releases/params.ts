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

/** What a link is made of. */
export const newLink = {
  name: required(string(), 'The name; once in the release'),
  url: required(string(), 'Where it leads: http, https or ftp; once in the release'),
  filepath: optional(string(), 'The path at which the release serves it, from a slash on'),
  direct_asset_path: optional(string(), 'The same'),
  link_type: withDefault(oneOf(RELEASE_LINK_TYPES), 'other', 'What it is'),
} satisfies ParamSpecs

/** The same, of which nothing has to be there. */
export const changedLink = {
  name: optional(string(), 'The new name'),
  url: optional(string(), 'Where it leads: http, https or ftp'),
  filepath: newLink.filepath,
  direct_asset_path: newLink.direct_asset_path,
  link_type: optional(oneOf(RELEASE_LINK_TYPES), 'What it is'),
} satisfies ParamSpecs

/** A link as the use cases take it. */
export const wantedLink = (given: Decoded<typeof newLink>): NewReleaseLink => ({
  name: given.name,
  url: given.url,
  type: given.link_type,
  path: given.filepath ?? given.direct_asset_path ?? null,
})

/** What a release is made of and can be changed in. */
export const details = {
  name: optional(string(), 'The name'),
  description: optional(string(), 'The notes, in Markdown'),
  milestones: optional(listOf(string()), 'Titles of milestones'),
  released_at: optional(datetime(), 'When it is or was released'),
} satisfies ParamSpecs
