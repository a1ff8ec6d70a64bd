import type { VisibilityScope } from '../../../access/visibility-scope.js'
import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { PackageMetadata } from './commands.js'
import type { PackageStatus, PackageType } from './package-type.js'

/** A version of a package in the read model. */
export interface PackageRow {
  readonly id: number
  readonly projectId: number
  readonly type: PackageType
  /** As it is shown: of a Conan package the whole recipe. */
  readonly name: string
  readonly version: string | null
  /** Of a Conan package the bare name. */
  readonly conanName: string | null
  /** Null where no user published it: a deploy token did. */
  readonly creatorId: number | null
  readonly status: PackageStatus
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** To the minute; kept beside the history, so it is forgotten when the read model is made anew. */
  readonly lastDownloadedAt: Instant | null
}

/** Another version of the same package. */
export interface PackageVersion {
  readonly id: number
  readonly version: string
  readonly createdAt: Instant
}

/** A file of a package in the read model. */
export interface PackageFileRow {
  readonly id: number
  readonly packageId: number
  readonly name: string
  readonly size: number
  readonly sha256: string
  readonly sha1: string
  readonly md5: string
  readonly pipelineId: number | null
  /** Of a file of a built Conan package: which build it belongs to. */
  readonly packageReference: string | null
  readonly createdAt: Instant
}

/** A version ready to be installed: with what its protocol needs. */
export interface InstallableVersion extends PackageMetadata {
  readonly id: number
  readonly name: string
  readonly version: string
  readonly createdAt: Instant
}

export interface PackageTag {
  readonly id: number
  readonly packageId: number
  readonly name: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** What a project's list of packages can be sorted by. */
export const PROJECT_PACKAGE_ORDERS = ['created_at', 'name', 'version', 'type'] as const
/** What a group's list of packages can be sorted by. */
export const GROUP_PACKAGE_ORDERS = [...PROJECT_PACKAGE_ORDERS, 'project_path'] as const
export type PackageOrder = (typeof GROUP_PACKAGE_ORDERS)[number]

/** Which packages a list is to have. */
export interface PackageFilter {
  readonly type?: PackageType | undefined
  /** Words, and phrases in double quotes; each has to be in the name, whatever its case. */
  readonly name?: string | undefined
  readonly includeVersionless?: boolean | undefined
  /** Undefined: default and error. */
  readonly status?: PackageStatus | undefined
  readonly orderBy: PackageOrder
  readonly sort: 'asc' | 'desc'
}

/** The projects of a group whose packages somebody may see. */
export interface GroupScope {
  readonly groupId: number
  readonly excludeSubgroups: boolean
  readonly visibleTo: VisibilityScope
}

/** Which packages are looked for in several projects at once; by nothing else than their kind where the rest is left out. */
export interface PackageLookup {
  readonly type: PackageType
  /** Whatever its case. */
  readonly name?: string
  /** Normalised (PEP 503). */
  readonly pythonName?: string
  /** Of a file. */
  readonly sha256?: string
}

/** A Conan recipe, as it is shown, and the project that has it. */
export interface ConanRecipeRow {
  readonly projectId: number
  readonly recipe: string
}

/** Which NuGet packages are searched for. */
export interface NugetSearch {
  /** Empty: any. */
  readonly text: string
  readonly prerelease: boolean
}

/** What can be asked of packages. */
export interface PackageQueries {
  /** What the files of a project's packages take together. */
  readonly bytesOf: (projectId: number) => number
  /** In any status. */
  readonly find: (projectId: number, id: number) => PackageRow | undefined
  readonly inProject: (projectId: number, filter: PackageFilter, page: PageRequest) => Page<PackageRow>
  readonly inGroup: (scope: GroupScope, filter: PackageFilter, page: PageRequest) => Page<PackageRow>
  /** Displayable versions of the same name and type besides this one, by version as text. */
  readonly otherVersions: (row: PackageRow) => ReadonlyArray<PackageVersion>
  /** By id. */
  readonly files: (packageId: number, page: PageRequest) => Page<PackageFileRow>
  readonly file: (packageId: number, fileId: number) => PackageFileRow | undefined
  /** The newest file of that name; those of a build of Conan are found by its reference only. */
  readonly fileNamed: (packageId: number, name: string, packageReference?: string | null) => PackageFileRow | undefined
  /** By id. */
  readonly filesOf: (packageIds: ReadonlyArray<number>) => ReadonlyArray<PackageFileRow>
  /** The pipelines that built each of these packages, oldest first. */
  readonly pipelinesOf: (packageIds: ReadonlyArray<number>) => ReadonlyMap<number, ReadonlyArray<number>>
  readonly tagsOf: (packageIds: ReadonlyArray<number>) => ReadonlyMap<number, ReadonlyArray<PackageTag>>
  /** One that is not about to go; `name` as it is shown. */
  readonly named: (projectId: number, type: PackageType, name: string, version: string | null) => PackageRow | undefined
  /** Installable versions of that exact name, by id. */
  readonly versionsNamed: (projectId: number, type: PackageType, name: string) => ReadonlyArray<InstallableVersion>
  /** Installable versions of a NuGet package, whatever the case of its name, by id. */
  readonly nugetVersions: (projectId: number, name: string) => ReadonlyArray<InstallableVersion>
  /** The names of NuGet packages of these projects that hold a text, whatever its case, in small letters and alphabetical order. */
  readonly nugetNames: (projectIds: ReadonlyArray<number>, search: NugetSearch) => ReadonlyArray<string>
  /** The recipes that are wanted of the Conan packages of these projects, in alphabetical order; so many at most. */
  readonly conanRecipes: (
    projectIds: ReadonlyArray<number>,
    isWanted: (row: ConanRecipeRow) => boolean,
    most: number,
  ) => ReadonlyArray<string>
  /** Installable versions of a Python project, found by its normalised name (PEP 503), by id. */
  readonly pythonVersions: (projectId: number, normalisedName: string) => ReadonlyArray<InstallableVersion>
  /** The names of a project's Python packages, in alphabetical order. */
  readonly pythonNames: (projectId: number) => ReadonlyArray<string>
  /** The newest file of a Python package with these bytes and that name. */
  readonly pythonFile: (projectId: number, sha256: string, fileName: string) => PackageFileRow | undefined
  /** The projects below a group, or of the instance, that have such packages to install; that of the newest first. */
  readonly projectsWith: (sought: PackageLookup, groupId: number | undefined) => ReadonlyArray<number>
  readonly metadataOf: (packageId: number) => PackageMetadata | undefined
  /** Whether anything refers to these bytes. */
  readonly isReferenced: (sha256: string) => boolean
  /** Packages that wait for their destruction since before that moment. */
  readonly markedForDestruction: (before: Instant) => ReadonlyArray<number>
  /** Whether any project has a package of that name, whatever its case. */
  readonly isUsed: (type: PackageType, name: string) => boolean
  readonly ofProject: (projectId: number) => ReadonlyArray<number>
  /** Notes a download; not a query in the strict sense, but an event for each download would drown the history. */
  readonly downloaded: (packageId: number, at: Instant) => void
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly packages: PackageQueries
  }
}
