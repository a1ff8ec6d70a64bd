import {
  anything,
  arrayOf,
  boolean,
  instant,
  integer,
  optionalField,
  record,
  type Shape,
  text,
} from '../../../shape.js'

/** The service index of NuGet (NuGet server API, "Service index"). */
export const serviceIndexShape: Shape = record('NugetServiceIndex', {
  version: text,
  resources: arrayOf(record(undefined, { '@id': text, '@type': text, comment: text })),
})

const catalogEntryShape = record('NugetCatalogEntry', {
  '@id': text,
  authors: text,
  dependencyGroups: arrayOf(anything),
  id: text,
  version: text,
  description: text,
  summary: text,
  tags: text,
  title: optionalField(text),
  projectUrl: optionalField(text),
  licenseUrl: optionalField(text),
  iconUrl: optionalField(text),
  packageContent: text,
  published: instant,
})

const versionFields = { '@id': text, packageContent: text, catalogEntry: catalogEntryShape }

/** One version of a package. */
export const nugetVersionShape: Shape = record('NugetVersion', versionFields)

/** Every version of a package, on one page. */
export const nugetRegistrationShape: Shape = record('NugetRegistration', {
  count: integer,
  items: arrayOf(
    record(undefined, { '@id': text, lower: text, upper: text, count: integer, items: arrayOf(nugetVersionShape) }),
  ),
})

/** The available versions. */
export const nugetVersionsShape: Shape = record('NugetVersions', { versions: arrayOf(text) })

/** The results of a search. */
export const nugetSearchShape: Shape = record('NugetSearch', {
  totalHits: integer,
  data: arrayOf(
    record('NugetFind', {
      '@type': text,
      authors: text,
      id: text,
      title: text,
      description: text,
      summary: text,
      totalDownloads: integer,
      verified: boolean,
      version: text,
      versions: arrayOf(record(undefined, { '@id': text, downloads: integer, version: text })),
      tags: text,
      projectUrl: optionalField(text),
      licenseUrl: optionalField(text),
      iconUrl: optionalField(text),
    }),
  ),
})
