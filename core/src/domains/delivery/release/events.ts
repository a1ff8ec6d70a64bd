import * as t from 'io-ts'
import { instant, list, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import { current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

/** A long description is kept as a blob; `text` is then only its beginning. */
const description = t.type({ text: nullable(t.string), blob: nullable(t.string) })

const linkType = oneOf(['other', 'runbook', 'image', 'package'])

const link = t.type({
  id: safeInteger,
  name: t.string,
  url: t.string,
  type: linkType,
  /** The path at which the release serves it, with a leading slash. */
  path: nullable(t.string),
})

const details = {
  name: t.string,
  description,
  /** Null: when it was created. */
  releasedAt: nullable(instant),
  milestoneIds: list(safeInteger),
}

const created = t.type({
  projectId: safeInteger,
  tag: t.string,
  /** The commit of the tag at that time. */
  sha: t.string,
  authorId: safeInteger,
  links: list(link),
  ...details,
})

const evidence = t.type({
  /** From 1 within the release. */
  number: safeInteger,
  /** The SHA-256 of the JSON document, by which it is stored as a blob. */
  sha256: t.string,
})

const releaseEvents = eventCatalogue({
  ReleaseCreated: current(created),
  ReleaseChanged: current(t.partial(details)),
  ReleaseLinkAdded: current(link),
  ReleaseLinkChanged: current(link),
  ReleaseLinkDeleted: current(t.type({ id: safeInteger })),
  EvidenceCollected: current(evidence),
  ReleaseDeleted: current(t.type({})),
})

export const releaseCatalogue = releaseEvents

/** The events of a release. */
export type ReleaseEvent = EventOf<typeof releaseEvents>

export type ReleaseDetails = Readonly<t.TypeOf<typeof created>>
export type ReleaseText = Readonly<t.TypeOf<typeof description>>

/** A link to a file of a release. */
export type ReleaseLink = Readonly<t.TypeOf<typeof link>>
export type ReleaseLinkType = ReleaseLink['type']

export const RELEASE_LINK_TYPES = [
  'other',
  'runbook',
  'image',
  'package',
] as const satisfies ReadonlyArray<ReleaseLinkType>
