{{- /* The Deployment of one component, with its disruption budget: `root`, `name`, `component` (its values), `parts` (what differs). */ -}}
{{- define "job-search.deployment" -}}
{{- $full := printf "%s-%s" .root.Release.Name .name -}}
apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ $full }}, labels: { app: job-search-{{ .name }} } }
spec:
  {{- if not .root.Values.keda.enabled }}
  replicas: {{ .component.replicas }}
  {{- else }}
  {{- /* What runs stays: an upgrade that takes the number away would leave one pod until KEDA has counted. */}}
  {{- with lookup "apps/v1" "Deployment" .root.Release.Namespace $full }}
  replicas: {{ .spec.replicas }}
  {{- end }}
  {{- end }}
  selector: { matchLabels: { app: job-search-{{ .name }}, release: {{ .root.Release.Name }} } }
  strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
  template:
    metadata:
      labels:
        app: job-search-{{ .name }}
        release: {{ .root.Release.Name }}
        metrics: job-search
        {{- if .parts.worker }}
        egress: web
        {{- end }}
      # A change of the settings or sources rolls the pods.
      annotations: { checksum/config: {{ include (print .root.Template.BasePath "/config.yaml") .root | sha256sum }} }
    spec:
      automountServiceAccountToken: false
      # Longer than a process takes to finish its work, or to return its jobs to the queue.
      terminationGracePeriodSeconds: 30
      {{- with .root.Values.image.pullSecrets }}
      imagePullSecrets: [{{ range . }}{ name: {{ . }} }, {{ end }}]
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        {{- if .parts.seccompProfile }}
        seccompProfile: { type: Localhost, localhostProfile: {{ .parts.seccompProfile }} }
        {{- else }}
        seccompProfile: { type: RuntimeDefault }
        {{- end }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector: { matchLabels: { app: job-search-{{ .name }}, release: {{ .root.Release.Name }} } }
      containers:
        - name: job-search
          image: {{ printf "%s%s:%s" .root.Values.image.repository (.parts.imageSuffix | default "-service") (.root.Values.image.tag | default .root.Chart.AppVersion) | quote }}
          envFrom: [{ configMapRef: { name: {{ .root.Release.Name }}-settings } }]
          env:
            {{- range $key, $value := .parts.env }}
            - { name: {{ $key }}, value: {{ $value | quote }} }
            {{- end }}
          ports:
            {{- if not .parts.worker }}
            - { name: http, containerPort: 3000 }
            {{- end }}
            - { name: admin, containerPort: 9100 }
          startupProbe:
            httpGet: { path: /live, port: admin }
            periodSeconds: 2
            failureThreshold: 30
          # A worker in a long computation responds late.
          livenessProbe:
            httpGet: { path: /live, port: admin }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          # 200 while cached answers can be served; /ready/strict also requires a live worker.
          readinessProbe:
            httpGet: { path: /ready, port: admin }
            periodSeconds: 5
            timeoutSeconds: 3
            failureThreshold: 4
          {{- if not .parts.worker }}
          # Load balancers remove the pod before it stops listening.
          lifecycle: { preStop: { exec: { command: [sleep, '5'] } } }
          {{- end }}
          resources: {{ toJson .component.resources }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            {{- if .parts.segments }}
            - { name: segments, mountPath: /var/lib/job-search/segments }
            {{- end }}
            {{- if .parts.shm }}
            - { name: shm, mountPath: /dev/shm }
            {{- end }}
            - { name: sources, mountPath: /etc/job-search, readOnly: true }
            - { name: secrets, mountPath: /run/secrets/job-search, readOnly: true }
      volumes:
        - { name: tmp, emptyDir: { sizeLimit: 256Mi } }
        {{- if .parts.segments }}
        # It survives a restart of the container, not of the pod, which makes the files again from Redis; beyond its limit the pod is evicted.
        - { name: segments, emptyDir: { sizeLimit: {{ .parts.segments }} } }
        {{- end }}
        {{- if .parts.shm }}
        - { name: shm, emptyDir: { medium: Memory, sizeLimit: 512Mi } }
        {{- end }}
        - { name: sources, configMap: { name: {{ .root.Release.Name }}-sources } }
        - { name: secrets, secret: { secretName: {{ .root.Values.secret }}, defaultMode: 0440 } }
---
# One at a time when nodes are drained.
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: {{ $full }} }
spec:
  maxUnavailable: 1
  selector: { matchLabels: { app: job-search-{{ .name }}, release: {{ .root.Release.Name }} } }
{{- end -}}
