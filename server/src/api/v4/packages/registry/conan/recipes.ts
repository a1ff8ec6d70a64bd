import {
  deleteConanRecipe,
  listConanFiles,
  type PackageRow,
  searchConan,
} from '@forgefold/core/domains/packages/package'
import { missing, refuse } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  boolean,
  type Context,
  ok,
  optional,
  type Route,
  required,
  respond,
  route,
  string,
} from '../../../../../http/index.js'
import { callerOf } from '../../../path-ids.js'
import type { RegistryAddress } from '../registry-address.js'
import { buildSizes, ofBuild, ofRecipe, recipeSizes } from './params.js'
import {
  addressesOf,
  area,
  authorizingConan,
  BUILD_FILES,
  conanRoute,
  type Named,
  partOf,
  RECIPE_FILES,
  recipeOf,
} from './place.js'
import { conanAddressesShape, conanFindsShape, conanRecipeShape, conanSnapshotShape } from './shape.js'

const RECIPE = 'conan/v1/conans/:package_name/:package_version/:package_username/:package_channel'

/** A recipe, or one of its binary packages. */
const PARTS = {
  recipe: { path: RECIPE, params: ofRecipe, noun: 'a Conan recipe', sizes: recipeSizes, files: RECIPE_FILES },
  build: {
    path: `${RECIPE}/packages/:conan_package_reference`,
    params: ofBuild,
    noun: 'a build of a Conan recipe',
    sizes: buildSizes,
    files: BUILD_FILES,
  },
} as const

type Kind = keyof typeof PARTS

const snapshot = (context: Context, named: Named): Answer => {
  const files = listConanFiles(context.forge, context, partOf(named))
  return respond<Readonly<Record<string, string>>>((found) => found)(
    E.isLeft(files) ? files : E.right(Object.fromEntries(files.right.map(({ name, md5 }) => [name, md5]))),
  )
}

const addresses = (context: Context, named: Named, kind: Kind): Answer => {
  const files = listConanFiles(context.forge, context, partOf(named))
  if (E.isLeft(files)) return files
  if (files.right.length === 0) return refuse(missing(`No ${kind === 'recipe' ? 'recipe' : 'package'} manifest found`))
  return ok(
    addressesOf(
      context,
      named,
      files.right.map(({ name }) => name),
    ),
  )
}

const snapshotOf = (address: RegistryAddress, kind: Kind): Route =>
  route({
    method: 'GET',
    path: `${address.base}/${PARTS[kind].path}`,
    area,
    summary: `The files of ${PARTS[kind].noun} ${address.whose}, with their MD5`,
    ...conanRoute,
    before: authorizingConan('read_package'),
    params: { ...address.at, ...PARTS[kind].params },
    success: {
      status: 200,
      description: 'The files; none where there is no such thing',
      schemaFor: conanSnapshotShape,
    },
    handler: snapshot,
  })

const addressesAt = (address: RegistryAddress, kind: Kind, name: 'digest' | 'download_urls'): Route =>
  route({
    method: 'GET',
    path: `${address.base}/${PARTS[kind].path}/${name}`,
    area,
    summary: `Where the files of ${PARTS[kind].noun} ${address.whose} are (${name})`,
    ...conanRoute,
    before: authorizingConan('read_package'),
    params: { ...address.at, ...PARTS[kind].params },
    success: { status: 200, description: 'The addresses', schemaFor: conanAddressesShape },
    handler: (context, named) => addresses(context, named, kind),
  })

const uploadsOf = (address: RegistryAddress, kind: Kind): Route =>
  route({
    method: 'POST',
    path: `${address.base}/${PARTS[kind].path}/upload_urls`,
    area,
    summary: `Where the files of ${PARTS[kind].noun} ${address.whose} are to be sent`,
    ...conanRoute,
    before: authorizingConan('create_package'),
    params: { ...address.at, ...PARTS[kind].params, ...PARTS[kind].sizes },
    success: { status: 200, description: 'The addresses', schemaFor: conanAddressesShape },
    handler: (context, named) => {
      const given: Readonly<Record<string, unknown>> = named
      return ok(
        addressesOf(
          context,
          named,
          PARTS[kind].files.filter((name) => given[name] !== undefined),
        ),
      )
    },
  })

const presentDeleted = (row: PackageRow) => ({
  id: row.id,
  project_id: row.projectId,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  name: row.conanName,
  version: row.version,
  package_type: row.type,
  creator_id: row.creatorId,
  status: row.status,
})

const removeAt = (address: RegistryAddress): Route =>
  route({
    method: 'DELETE',
    path: `${address.base}/${RECIPE}`,
    area,
    summary: `Delete a Conan recipe ${address.whose} with its builds`,
    ...conanRoute,
    before: authorizingConan('destroy_package'),
    params: { ...address.at, ...ofRecipe },
    success: { status: 200, description: 'The recipe as it was', schemaFor: conanRecipeShape },
    handler: async (context, named) =>
      respond(presentDeleted)(await deleteConanRecipe(context.forge, callerOf(context), recipeOf(named))),
  })

const searchAt = (address: RegistryAddress): Route =>
  route({
    method: 'GET',
    path: `${address.base}/conan/v1/conans/search`,
    area,
    summary: `Search for Conan recipes ${address.whose}`,
    ...address.entered,
    ...conanRoute,
    params: {
      ...address.at,
      q: required(string(), 'What the recipe is called, whole or for short; `*` stands for anything'),
      ignorecase: optional(boolean(), 'Whether capital letters are as good as small ones; by default they are'),
    },
    success: { status: 200, description: 'The recipes', schemaFor: conanFindsShape },
    handler: (context, { id, q: pattern, ignorecase = true }) => {
      const search = { ...address.placeOf(id), pattern, ignoresCase: ignorecase }
      return respond((results: ReadonlyArray<string>) => ({ results }))(searchConan(context.forge, context, search))
    },
  })

/** Routes of recipes and binary packages, and of the URLs of their files. */
export const recipeRoutes = (address: RegistryAddress): ReadonlyArray<Route> => [
  searchAt(address),
  ...(['recipe', 'build'] as const).flatMap((kind) => [
    snapshotOf(address, kind),
    addressesAt(address, kind, 'digest'),
    addressesAt(address, kind, 'download_urls'),
    uploadsOf(address, kind),
  ]),
  removeAt(address),
]
