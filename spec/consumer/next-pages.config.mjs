// #region config
// next.config.js
export default {
  serverExternalPackages: ['@forgefold/server'],
  rewrites: async () => ({ fallback: [{ source: '/:path*', destination: '/api/:path*' }] }),
}
// #endregion
