import {
  documentOf,
  isNugetPrerelease,
  type NugetVersion,
  normalisedNugetVersion,
} from '@forgefold/core/domains/packages/package'
import * as E from 'fp-ts/lib/Either.js'
import type { Context } from '../../../../../http/index.js'
import { describeEach } from '../described-versions.js'
import { registryUrlOf } from '../registry-route.js'
import type { DependencyGroup } from './nuspec.js'

interface Resource {
  readonly path: string
  readonly types: ReadonlyArray<string>
  readonly comment: string
}

const READ: ReadonlyArray<Resource> = [
  {
    path: '/query',
    types: ['SearchQueryService', 'SearchQueryService/3.0.0-beta', 'SearchQueryService/3.0.0-rc'],
    comment: 'Filter and search for packages by keyword.',
  },
  {
    path: '/metadata',
    types: ['RegistrationsBaseUrl', 'RegistrationsBaseUrl/3.0.0-beta', 'RegistrationsBaseUrl/3.0.0-rc'],
    comment: 'Get package metadata.',
  },
]

/** The resources that only a project's registry has. */
const OF_PROJECT: ReadonlyArray<Resource> = [
  { path: '/download', types: ['PackageBaseAddress/3.0.0'], comment: 'Get package content (.nupkg).' },
  { path: '', types: ['PackagePublish/2.0.0'], comment: 'Push and delete (or unlist) packages.' },
  { path: '/symbolpackage', types: ['SymbolPackagePublish/4.9.0'], comment: 'Push symbol packages.' },
]

/** The service index of a registry: its resources and their URLs. */
export const serviceIndex = (context: Context, ofProject: boolean) => {
  const base = registryUrlOf(context, 'nuget')
  const resources = (ofProject ? [...READ, ...OF_PROJECT] : READ).flatMap(({ path, types, comment }) =>
    types.map((type) => ({ '@id': `${base}${path}`, '@type': type, comment })),
  )
  return { version: '3.0.0', resources }
}

type Document = Readonly<Record<string, unknown>>

const textOf = (document: Document, name: string): string => {
  const value = document[name]
  return typeof value === 'string' ? value : ''
}

const OPTIONAL = ['title', 'projectUrl', 'licenseUrl', 'iconUrl']

const optionalOf = (document: Document, names: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  Object.fromEntries(names.flatMap((name) => (textOf(document, name) === '' ? [] : [[name, textOf(document, name)]])))

const addressOf = (context: Context, { name, version }: NugetVersion): string =>
  `${registryUrlOf(context, 'nuget')}/metadata/${name}/${version}.json`

/** Archives are served by projects, for each registry. */
const contentOf = ({ baseUrl }: Context, { projectId, name, version, fileName }: NugetVersion): string => {
  const file = fileName ?? `${name}.${version}.nupkg`.toLowerCase()
  return `${baseUrl}/api/v4/projects/${projectId}/packages/nuget/download/${name}/${version}/${encodeURIComponent(file)}`
}

const dependencyGroups = (address: string, document: Document) =>
  ((document['dependencyGroups'] ?? []) as ReadonlyArray<DependencyGroup>).map(
    ({ targetFramework, dependencies }, index) => {
      const id = `${address}#dependencygroup${index}`
      return {
        '@id': id,
        '@type': 'PackageDependencyGroup',
        ...(targetFramework === undefined ? {} : { targetFramework }),
        dependencies: dependencies.map((dependency) => ({
          '@id': `${id}/${dependency.id.toLowerCase()}`,
          '@type': 'PackageDependency',
          id: dependency.id,
          range: dependency.range,
        })),
      }
    },
  )

/** A leaf of a registration: one version. */
export const presentVersion = async (context: Context, version: NugetVersion) => {
  const document = await documentOf(context.forge, version)
  const [address, packageContent] = [addressOf(context, version), contentOf(context, version)]
  const description = textOf(document, 'description')
  return {
    '@id': address,
    packageContent,
    catalogEntry: {
      '@id': address,
      authors: textOf(document, 'authors'),
      dependencyGroups: dependencyGroups(address, document),
      id: version.name,
      version: version.version,
      description,
      summary: textOf(document, 'summary') || description,
      tags: textOf(document, 'tags'),
      ...optionalOf(document, OPTIONAL),
      packageContent,
      published: version.createdAt,
    },
  }
}

/** Every version of a package, on one page. Rejections: `TooLarge`. */
export const presentRegistration = async (context: Context, versions: ReadonlyArray<NugetVersion>) => {
  const items = await describeEach(versions, (version) => presentVersion(context, version))
  if (E.isLeft(items)) return items
  const [lowest, highest] = [versions[0], versions.at(-1)]
  const name = highest?.name ?? ''
  const page = {
    '@id': `${registryUrlOf(context, 'nuget')}/metadata/${name}/index.json`,
    lower: lowest?.version ?? '',
    upper: highest?.version ?? '',
    count: items.right.length,
    items: items.right,
  }
  return E.right({ count: 1, items: [page] })
}

/** The available versions, in the form that clients request. */
export const presentVersions = (versions: ReadonlyArray<NugetVersion>) => ({
  versions: versions.map(({ version }) => normalisedNugetVersion(version)),
})

/** A package that a search found, described by its newest version. */
export const presentFind = async (context: Context, all: ReadonlyArray<NugetVersion>, prerelease: boolean) => {
  const versions = prerelease ? all : all.filter(({ version }) => !isNugetPrerelease(version))
  const newest = versions.at(-1) as NugetVersion
  const document = await documentOf(context.forge, newest)
  const description = textOf(document, 'description')
  return {
    '@type': 'Package',
    authors: textOf(document, 'authors'),
    id: newest.name,
    title: textOf(document, 'title') || newest.name,
    description,
    summary: textOf(document, 'summary') || description,
    totalDownloads: 0,
    verified: true,
    version: newest.version,
    versions: versions.map((one) => ({ '@id': addressOf(context, one), downloads: 0, version: one.version })),
    tags: textOf(document, 'tags'),
    ...optionalOf(document, ['projectUrl', 'licenseUrl', 'iconUrl']),
  }
}
