import { integer, oneOf, optional, required, string } from '../../../../../http/index.js'
import { BUILD_FILES, ONLY_REVISION, RECIPE_FILES } from './place.js'

/** The path parameters of a recipe. */
export const ofRecipe = {
  package_name: required(string(), 'The name of the package'),
  package_version: required(string(), 'The version'),
  package_username: required(string(), 'The user: the full path of the project with plus signs'),
  package_channel: required(string(), 'The channel'),
}

/** The path parameters of a binary package. */
export const ofBuild = {
  ...ofRecipe,
  conan_package_reference: required(string(), 'Which build: a digest that the client computes'),
}

const recipe_revision = required(oneOf([ONLY_REVISION]), 'The revision of the recipe; revisions are not told apart')

/** The path parameters of a file of a recipe. */
export const ofRecipeFile = {
  ...ofRecipe,
  recipe_revision,
  file_name: required(oneOf(RECIPE_FILES), 'The name of the file'),
}

/** The path parameters of a file of a binary package. */
export const ofBuildFile = {
  ...ofBuild,
  recipe_revision,
  package_revision: required(oneOf([ONLY_REVISION]), 'The revision of the build; revisions are not told apart'),
  file_name: required(oneOf(BUILD_FILES), 'The name of the file'),
}

const size = optional(integer(), 'The size of the file in bytes')

/** The files that a client wants to send, each with its size. */
export const recipeSizes = {
  'conanfile.py': size,
  'conanmanifest.txt': size,
  'conan_export.tgz': size,
  'conan_sources.tgz': size,
}
export const buildSizes = { 'conanmanifest.txt': size, 'conaninfo.txt': size, 'conan_package.tgz': size }
