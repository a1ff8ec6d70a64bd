/** The types of packages, with the numbers by which `order_by=type` sorts them (docs/reference/behaviour/packages.md#kinds). */
export const TYPE_ORDER = {
  maven: 1,
  npm: 2,
  conan: 3,
  nuget: 4,
  pypi: 5,
  composer: 6,
  generic: 7,
  golang: 8,
  helm: 11,
  terraform_module: 12,
} as const

export type PackageType = keyof typeof TYPE_ORDER

/** Every type of package. */
export const PACKAGE_TYPES = Object.keys(TYPE_ORDER) as ReadonlyArray<PackageType>

/** The statuses of a package. */
export const PACKAGE_STATUSES = ['default', 'hidden', 'processing', 'error', 'pending_destruction'] as const
export type PackageStatus = (typeof PACKAGE_STATUSES)[number]

/** Visible in single reads, and in lists without a `status`. */
export const isDisplayable = (status: PackageStatus): boolean => status === 'default' || status === 'error'

/** Available to package managers. */
export const isInstallable = (status: PackageStatus): boolean => status === 'default' || status === 'hidden'

const MOVES: Readonly<Record<PackageStatus, ReadonlyArray<PackageStatus>>> = {
  default: ['hidden', 'error', 'pending_destruction'],
  hidden: ['default', 'pending_destruction'],
  processing: ['default', 'hidden', 'error', 'pending_destruction'],
  error: ['pending_destruction', 'processing', 'default'],
  pending_destruction: [],
}

/** Whether a package may change from one status to another. */
export const mayBecome = (from: PackageStatus, to: PackageStatus): boolean => MOVES[from].includes(to)
