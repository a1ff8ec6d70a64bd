import { PACKAGE_STATUSES, PACKAGE_TYPES } from '@forgefold/core/domains/packages/package'
import { userCardShape } from '../../identity/users/shape.js'
import { messageShape } from '../../instance/version/shape.js'
import { pipelineFields } from '../../projects/repository/pipeline-shape.js'
import {
  anything,
  arrayOf,
  boolean,
  either,
  type Fields,
  inRelease,
  instant,
  integer,
  mapOf,
  maybe,
  oneOf,
  optionalField,
  record,
  type Shape,
  text,
} from '../../shape.js'

const tagShape = record('PackageTag', {
  id: integer,
  package_id: integer,
  name: text,
  created_at: instant,
  updated_at: instant,
})

/** A pipeline that built a package (docs/reference/behaviour/delivery.md#single-pipeline). */
const buildingPipelineShape = record('BuildingPipeline', { ...pipelineFields, user: maybe(userCardShape) })

const pipelines = arrayOf(buildingPipelineShape)

const packageFields: Fields = {
  id: integer,
  name: text,
  conan_package_name: optionalField(text),
  version: maybe(text),
  package_type: oneOf(PACKAGE_TYPES),
  status: oneOf(PACKAGE_STATUSES),
  _links: record(undefined, { web_path: text, delete_api_path: optionalField(text) }),
  created_at: instant,
  last_downloaded_at: inRelease('package.last_downloaded_at', maybe(instant)),
  pipeline: optionalField(buildingPipelineShape),
  pipelines,
  tags: arrayOf(tagShape),
}

/** A package in the list of a project (docs/reference/behaviour/packages.md#package-object). */
export const listedPackageShape: Shape = record('ListedPackage', {
  ...packageFields,
  pipelines: inRelease('package.pipelines_in_lists', pipelines),
})

/** A package in the list of a group. */
export const groupPackageShape: Shape = record('GroupPackage', {
  ...packageFields,
  project_id: integer,
  project_path: maybe(text),
})

/** One package, with its other versions. */
export const packageShape: Shape = record('Package', {
  ...packageFields,
  versions: arrayOf(
    record('PackageVersion', {
      id: integer,
      version: maybe(text),
      created_at: instant,
      tags: arrayOf(tagShape),
      pipelines,
    }),
  ),
})

/** A file of a package (docs/reference/behaviour/packages.md#package-files). */
export const packageFileShape: Shape = record('PackageFile', {
  id: integer,
  package_id: integer,
  created_at: instant,
  file_name: text,
  size: integer,
  file_md5: maybe(text),
  file_sha1: maybe(text),
  file_sha256: maybe(text),
  pipelines: optionalField(pipelines),
})

/** The acknowledgement of npm's protocol. */
export const npmDoneShape: Shape = record('NpmDone', { ok: boolean, id: optionalField(text) })

/** Vulnerabilities, of which none are known here. */
export const npmAuditShape: Shape = arrayOf(anything)

/** Each distribution tag with its version. */
export const distributionTagsShape: Shape = mapOf(text)

/** The metadata of the latest version, as its author wrote it. */
const DESCRIPTIVE_FIELDS = [
  'description',
  'license',
  'homepage',
  'repository',
  'bugs',
  'keywords',
  'author',
  'maintainers',
]

/** A package as npm installs it: each version as it was published (npm registry API). */
export const packumentShape: Shape = record('Packument', {
  _id: optionalField(text),
  _rev: optionalField(text),
  ...Object.fromEntries(DESCRIPTIVE_FIELDS.map((name) => [name, optionalField(anything)])),
  name: text,
  'dist-tags': mapOf(text),
  versions: mapOf(anything),
  time: optionalField(mapOf(text)),
  modified: optionalField(instant),
})

/** The file was stored; the file itself where it was requested. */
export const keptFileShape: Shape = either(messageShape, packageFileShape)

/** The URLs of a Composer repository. */
export const composerIndexShape: Shape = record('ComposerIndex', { packages: arrayOf(anything), 'metadata-url': text })

/** The versions of Composer packages, each with its `composer.json` and the URLs of its files. */
export const composerPackagesShape: Shape = record('ComposerPackages', { packages: mapOf(mapOf(anything)) })
