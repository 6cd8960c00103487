/**
 * Headers of every answer. `no-store`, since an answer was counted for one caller. A page of ours that needs more sets its
 * own Content-Security-Policy and Cache-Control.
 */
export const baseHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const;
