// Browsers start no workers from files. Where the site is opened as files, its search runs in a frame instead.
if (location.protocol === "file:") {
  window.Worker = class {
    constructor(url) {
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inner = this.frame.contentWindow;
      inner.postMessage = (data) => setTimeout(() => this.onmessage?.({ data }));
      const script = inner.document.createElement("script");
      this.loaded = new Promise((loaded) => (script.onload = loaded));
      script.onerror = (event) => this.onerror?.(event);
      script.src = url;
      inner.document.body.append(script);
    }

    async postMessage(data) {
      await this.loaded;
      this.frame.contentWindow?.onmessage({ data });
    }

    terminate() {
      this.frame.remove();
    }
  };
}
