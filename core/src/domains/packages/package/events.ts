import * as t from 'io-ts'
import { nullable, oneOf, record, safeInteger } from '../../../kernel/codecs.js'
import { current, type EventOf, eventCatalogue, upcastFrom } from '../../../kernel/index.js'
import { PACKAGE_STATUSES, PACKAGE_TYPES } from './package-type.js'

const published = t.type({
  projectId: safeInteger,
  type: oneOf(PACKAGE_TYPES),
  /** Without the attributes of Conan recipes. */
  name: t.string,
  version: nullable(t.string),
  conan: nullable(t.type({ username: t.string, channel: t.string })),
  /** The top-level namespace in which the name is also unique. */
  scopeId: nullable(safeInteger),
  status: oneOf(PACKAGE_STATUSES),
  creatorId: nullable(safeInteger),
  /** The pipeline whose job published it. */
  pipelineId: nullable(safeInteger),
})
const fileV1 = t.type({
  fileId: safeInteger,
  name: t.string,
  size: safeInteger,
  sha256: t.string,
  sha1: t.string,
  md5: t.string,
  pipelineId: nullable(safeInteger),
})
/** A Conan recipe has files of the same name: its own, and those of each binary package. */
const file = t.type({ ...fileV1.props, packageReference: nullable(t.string) })
const fileRef = t.type({ fileId: safeInteger })
const status = t.type({ status: oneOf(PACKAGE_STATUSES) })
const pipeline = t.type({ pipelineId: safeInteger })
/** The metadata that the package's protocol needs: npm's version document, PyPI's required Python, and so on. */
const metadata = t.type({ metadata: record(t.string, t.unknown), blob: nullable(t.string) })
const nothing = t.type({})

/** Every event of a package, with its versions. */
export const packageEvents = eventCatalogue({
  PackagePublished: current(published),
  PackageFileAdded: upcastFrom(
    1,
    fileV1,
    (old): t.TypeOf<typeof file> => ({ ...old, packageReference: null }),
  )(current(file, 2)),
  PackageFileDeleted: current(fileRef),
  PackageStatusChanged: current(status),
  PackageBuilt: current(pipeline),
  PackageMetadataSet: current(metadata),
  PackageDeleted: current(nothing),
})

export type PackageEvent = EventOf<typeof packageEvents>
