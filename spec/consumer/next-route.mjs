// #region route
// app/[...path]/route.js
import { createForge } from '@forgefold/server'

export const dynamic = 'force-dynamic'

// One forge for the process: in development Next loads this file again after each change.
globalThis.forge ??= createForge()
const answer = async (request) => (await globalThis.forge).fetch(request)

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT }
// #endregion route
