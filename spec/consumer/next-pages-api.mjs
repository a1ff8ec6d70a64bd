// #region route
// pages/api/[...path].js
import { createForge, nodeListener } from '@forgefold/server'

// The forge reads bodies itself.
export const config = { api: { bodyParser: false, externalResolver: true } }

// One forge for the process: in development Next loads this file again after each change.
globalThis.forge ??= createForge()

export default async function handler(request, response) {
  const forge = await globalThis.forge
  await nodeListener(forge.fetch)(request, response)
}
// #endregion
