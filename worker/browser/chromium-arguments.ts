/**
 * Chromium's switches (https://peter.sh/experiments/chromium-command-line-switches/): those that Playwright sets for a
 * headless browser, and our own.
 */
export const chromiumArguments: readonly string[] = [
  '--headless',
  '--no-startup-window',
  '--remote-debugging-pipe',
  // Our own guarded HTTP client answers every request of a page. Chromium itself gets a proxy that does not exist, so
  // nothing that a page does can bypass the guard.
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  // Chromium makes no background requests.
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--no-pings',
  '--metrics-recording-only',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--password-store=basic',
  '--use-mock-keychain',
  // Playwright needs these to track pages.
  '--allow-pre-commit-input',
  '--disable-back-forward-cache',
  '--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,OptimizationHints,NetworkTimeServiceQuerying',
  '--disable-hang-monitor',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  // Background pages are not throttled.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // Containers have a small /dev/shm.
  '--disable-dev-shm-usage',
  '--mute-audio',
  '--hide-scrollbars',
  '--disable-stack-profiler',
  // Nothing is displayed, so nothing is painted and no image is requested.
  '--disable-gpu',
  '--blink-settings=imagesEnabled=false,primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];
