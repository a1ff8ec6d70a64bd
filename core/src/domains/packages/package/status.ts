/** What can become of a package. */
export const PACKAGE_STATUSES = ['default', 'hidden', 'processing', 'error', 'pending_destruction'] as const
export type PackageStatus = (typeof PACKAGE_STATUSES)[number]

/** Shown by single reads and by lists without a `status`. */
export const isDisplayable = (status: PackageStatus): boolean => status === 'default' || status === 'error'

/** Given out to package managers. */
export const isInstallable = (status: PackageStatus): boolean => status === 'default' || status === 'hidden'

const MOVES: Readonly<Record<PackageStatus, ReadonlyArray<PackageStatus>>> = {
  default: ['hidden', 'error', 'pending_destruction'],
  hidden: ['default', 'pending_destruction'],
  processing: ['default', 'hidden', 'error', 'pending_destruction'],
  error: ['pending_destruction', 'processing', 'default'],
  pending_destruction: [],
}

/** Whether a package of one status may get another. */
export const mayBecome = (from: PackageStatus, to: PackageStatus): boolean => MOVES[from].includes(to)
