import { zipOf } from './zip-archive.js'

/** A NuGet package of this manifest, with a library that is none. */
export const nugetPackageOf = (nuspec: string, name = 'package'): Buffer =>
  zipOf([
    { name: `${name}.nuspec`, bytes: Buffer.from(nuspec), deflated: true },
    { name: `lib/netstandard2.0/${name}.dll`, bytes: Buffer.from(name), deflated: true },
  ])

/** A package with nothing but what every manifest says; `more` stands among its metadata. */
export const nugetPackage = (id: string, version: string, more = ''): Buffer =>
  nugetPackageOf(
    `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata>
    <id>${id}</id>
    <version>${version}</version>
    <authors>Ann</authors>
    <description>Says ${id}</description>
    ${more}
  </metadata>
</package>`,
    id,
  )

/** The symbols that belong to a package. */
export const nugetSymbols = (id: string, version: string): Buffer =>
  nugetPackage(id, version, '<packageTypes><packageType name="SymbolsPackage" /></packageTypes>')
