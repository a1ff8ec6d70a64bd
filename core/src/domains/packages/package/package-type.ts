/** The kinds of packages, with the numbers by which `order_by=type` sorts them (docs/reference/behaviour/packages.md#kinds). */
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

/** Every kind of package. */
export const PACKAGE_TYPES = Object.keys(TYPE_ORDER) as ReadonlyArray<PackageType>
