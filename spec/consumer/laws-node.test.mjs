// #region laws
import { runLaws } from '@forgefold/laws/node-test'
import { cases } from './own-store.mjs'

runLaws('an event store of one’s own', cases)
// #endregion laws
