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
  /** The displayed name: for a Conan package the whole recipe. */
  readonly name: string
  readonly version: string | null
  /** The plain name of a Conan package. */
  readonly conanName: string | null
  /** Null where a deploy token published it. */
  readonly creatorId: number | null
  readonly status: PackageStatus
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** To the minute; stored in the read model only, so it is lost when that is rebuilt. */
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
  /** For a file of a Conan binary package: its reference. */
  readonly packageReference: string | null
  readonly createdAt: Instant
}

/** An installable version, with the metadata of its protocol. */
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

/** Which packages a list contains. */
export interface PackageFilter {
  readonly type?: PackageType | undefined
  /** Words, and phrases in double quotes; all must occur in the name, case-insensitively. */
  readonly name?: string | undefined
  readonly includeVersionless?: boolean | undefined
  /** Undefined: default and error. */
  readonly status?: PackageStatus | undefined
  readonly orderBy: PackageOrder
  readonly sort: 'asc' | 'desc'
}

/** The projects of a group whose packages the caller may see. */
export interface GroupScope {
  readonly groupId: number
  readonly excludeSubgroups: boolean
  readonly visibleTo: VisibilityScope
}

/** Packages to search for in several projects; by type only, where the rest is omitted. */
export interface PackageLookup {
  readonly type: PackageType
  /** Case-insensitive. */
  readonly name?: string
  /** Normalised (PEP 503). */
  readonly pythonName?: string
  /** Of one of its files. */
  readonly sha256?: string
}

/** The displayed name of a Conan recipe, and its project. */
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

/** The queries of packages. */
export interface PackageQueries {
  /** The total size of the files of a project's packages. */
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
  /** The newest file of that name; files of a Conan binary package are found by its reference only. */
  readonly fileNamed: (packageId: number, name: string, packageReference?: string | null) => PackageFileRow | undefined
  /** By id. */
  readonly filesOf: (packageIds: ReadonlyArray<number>) => ReadonlyArray<PackageFileRow>
  /** The pipelines that built each of these packages, oldest first. */
  readonly pipelinesOf: (packageIds: ReadonlyArray<number>) => ReadonlyMap<number, ReadonlyArray<number>>
  readonly tagsOf: (packageIds: ReadonlyArray<number>) => ReadonlyMap<number, ReadonlyArray<PackageTag>>
  /** One that is not marked for destruction; `name` is the displayed name. */
  readonly named: (projectId: number, type: PackageType, name: string, version: string | null) => PackageRow | undefined
  /** Installable versions of that exact name, by id. */
  readonly versionsNamed: (projectId: number, type: PackageType, name: string) => ReadonlyArray<InstallableVersion>
  /** Installable versions of a NuGet package, by case-insensitive name, ordered by id. */
  readonly nugetVersions: (projectId: number, name: string) => ReadonlyArray<InstallableVersion>
  /** The names of NuGet packages of these projects that contain a text, case-insensitively, in lower case and alphabetical order. */
  readonly nugetNames: (projectIds: ReadonlyArray<number>, search: NugetSearch) => ReadonlyArray<string>
  /** The matching recipes of the Conan packages of these projects, in alphabetical order, up to a limit. */
  readonly conanRecipes: (
    projectIds: ReadonlyArray<number>,
    isWanted: (row: ConanRecipeRow) => boolean,
    most: number,
  ) => ReadonlyArray<string>
  /** Installable versions of a Python project, found by its normalised name (PEP 503), by id. */
  readonly pythonVersions: (projectId: number, normalisedName: string) => ReadonlyArray<InstallableVersion>
  /** The names of a project's Python packages, in alphabetical order. */
  readonly pythonNames: (projectId: number) => ReadonlyArray<string>
  /** The newest file of a Python package with this digest and name. */
  readonly pythonFile: (projectId: number, sha256: string, fileName: string) => PackageFileRow | undefined
  /** The projects below a group, or of the instance, that have such installable packages; that of the newest first. */
  readonly projectsWith: (sought: PackageLookup, groupId: number | undefined) => ReadonlyArray<number>
  readonly metadataOf: (packageId: number) => PackageMetadata | undefined
  /** Whether a package refers to these bytes. */
  readonly isReferenced: (sha256: string) => boolean
  /** Packages marked for destruction before that moment. */
  readonly markedForDestruction: (before: Instant) => ReadonlyArray<number>
  /** Whether any project has a package of that name, case-insensitively. */
  readonly isUsed: (type: PackageType, name: string) => boolean
  readonly ofProject: (projectId: number) => ReadonlyArray<number>
  /** Records a download in the read model only: an event for each download would flood the history. */
  readonly downloaded: (packageId: number, at: Instant) => void
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly packages: PackageQueries
  }
}
