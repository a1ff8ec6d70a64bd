// #region config
// next.config.js
export default { serverExternalPackages: ['@forgefold/server'] }
// #endregion config
