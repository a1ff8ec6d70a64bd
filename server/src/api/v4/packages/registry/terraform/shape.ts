import { anything, arrayOf, record, type Shape, text } from '../../../shape.js'

const providerShape = record(undefined, { name: text, version: text })

/** The versions of a module (Terraform's module registry protocol, "List Available Versions"). */
export const terraformVersionsShape: Shape = record('TerraformModuleVersions', {
  modules: arrayOf(
    record(undefined, {
      source: text,
      versions: arrayOf(
        record(undefined, {
          version: text,
          submodules: arrayOf(anything),
          root: record(undefined, { dependencies: arrayOf(anything), providers: arrayOf(providerShape) }),
        }),
      ),
    }),
  ),
})

/** One version of a module. */
export const terraformVersionShape: Shape = record('TerraformModuleVersion', {
  name: text,
  provider: text,
  providers: arrayOf(text),
  root: record(undefined, { dependencies: arrayOf(anything) }),
  source: text,
  submodules: arrayOf(anything),
  version: text,
  versions: arrayOf(text),
})
