/**
 * What every answer says to browsers and caches. Nothing outside keeps an answer that was counted for one caller; a page
 * of ours that needs more than nothing sets its own Content-Security-Policy and Cache-Control.
 */
export const baseHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const;
