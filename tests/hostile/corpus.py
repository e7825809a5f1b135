"""Bad inputs: a place in the example platform, what is written there, and the rule that must refuse each of them."""

from __future__ import annotations

from typing import NamedTuple

from gitops_gen.rules._example import (
    EXPERIMENT,
    LAB,
    LAB_L4,
    MAIN,
    PLATFORM,
    RANKING_PROD,
    ROBOTICS,
    ROBOTICS_FAIR,
    ROBOTICS_PROD,
    TRAINING,
)


class Bad(NamedTuple):
    """``{}`` in ``new`` stands for each of ``values``; the finding is an error of ``rule`` in ``file``."""

    file: str
    old: str
    new: str
    rule: str
    values: tuple[str, ...]


NAMES = (
    "../../etc/passwd", "/etc/passwd", "..", ".", "a/b", "a\\\\b", "-rf", "--help", "a b", "a;id", "$(id)", "`id`", "${HOME}",
    "${{ github.token }}", "::error::x", "a\\nb", "a\\u0000b", "a\\u202eb", "a\\u200bb", "visi\u043en", "\uff41bc", "Team",
    "a_b", "a.", "-a", "a-", "a..b", "<script>", "'", "%2e%2e", "con:", "x" * 64, "x" * 300, "\u0130", "\U0001f600", "",
)  # fmt: skip
"""What a path, a shell, a workflow, a terminal or a reader would take for something else."""

NO_TEXT = ("null", "true", "1", "1.5", "[]", "{}", "[a]", "{a: b}", "2026-11-30")
"""Values of every other type."""

CORPUS: dict[str, Bad] = {
    "a name of a document": Bad(ROBOTICS_FAIR, "robotics-fair", '"{}"', "spec-value", NAMES),
    "a name that is no text": Bad(ROBOTICS_FAIR, "name: robotics-fair", "name: {}", "spec-type", ("true", "1", "[]", "{a: b}")),
    "a text that is none": Bad(ROBOTICS, "displayName: Robotics", "displayName: {}", "spec-type", ("true", "1", "[a]", "{a: b}")),
    "a text that people cannot see": Bad(
        ROBOTICS, "displayName: Robotics", 'displayName: "{}"', "spec-value",
        ("a\\u202eb", "a\\u200bb", "a\\u00adb", "a\\u3164b", "a\\U000e0041b", "a\\u0007b", "a\\u001b[2Jb", "a\\ufe00b"),
    ),
    "a line that editors turn around": Bad(
        ROBOTICS, "displayName: Robotics", "displayName: Robotics # {}", "yaml-not-utf8", ("\u202e", "\u2066", "\u202d", "\u0085", "\u2028")
    ),
    "a document that is no YAML": Bad(
        ROBOTICS, "displayName: Robotics", "displayName: {}", "yaml-syntax", ("[a", "{a", '"a', "'a", "a: b: c", "@a", "`a", "%a", '"\\q"')
    ),
    "an alias": Bad(ROBOTICS, "displayName: Robotics", "displayName: {}", "yaml-alias", ("&a Robotics", "*a")),
    "a tag": Bad(ROBOTICS, "displayName: Robotics", "displayName: {}", "yaml-tag", ("!!python/object/apply:os.system [id]", "!!binary aGk=", "!x y")),
    "a word that readers take apart": Bad(ROBOTICS, "displayName: Robotics", "displayName: {}", "yaml-ambiguous-scalar", ("yes", "NO", "0o17", "1_000", "1:30", ".inf", ".nan")),
    "a key twice": Bad(ROBOTICS, "displayName: Robotics", "displayName: Robotics\n  displayName: {}", "yaml-duplicate-key", ("Robotics", "x")),
    "a key that nobody knows": Bad(ROBOTICS, "displayName: Robotics", "displayName: Robotics\n  {}: 1", "spec-unknown-key", ("displayname", "__proto__", "__class__", "constructor", "$ref", "'<<'")),
    "a quantity that is none": Bad(
        RANKING_PROD, "cpu: 128", 'cpu: "{}"', "spec-value",
        ("1e400", "banana", "-1", "1,5", "1 Gi", "9223372036854775808", "0x10", "1e", "NaN", "Infinity", "\u0661", "1\\n", "++1", "1Gib"),
    ),
    "memory that nobody has": Bad(RANKING_PROD, "cpu: 128", 'cpu: 128, memory: "{}"', "yaml-duplicate-key", ("8Ei",)),
    "more than there is": Bad(RANKING_PROD, "cpu: 128", 'cpu: "{}"', "capacity-compute", ("1e18", "9e18", "9223372036854775807")),
    "more cards than there are": Bad(
        ROBOTICS_PROD, "h100-80gb: {guaranteed: 12}", "h100-80gb: {guaranteed: {}}", "capacity-gpu", ("1000", "1000000000")
    ),
    "a count that is none": Bad(
        ROBOTICS_PROD, "h100-80gb: {guaranteed: 12}", "h100-80gb: {guaranteed: {}}", "spec-value", ("-1", "1000000001")
    ),
    "a date that is none": Bad(
        PLATFORM, 'asOf: "2026-11-30"', 'asOf: "{}"', "spec-value",
        ("2026-02-30", "2026-W48-1", "20261130", "2026-11-30T00:00:00Z", "\u0662\u0660\u0662\u0666-11-30", "now", "", "0000-01-01", "10000-01-01"),
    ),
    "a duration that is none": Bad(
        TRAINING, "maxRuntime: 96h", 'maxRuntime: "{}"', "spec-value", ("-1h", "0s", "999999h", "1h30", "1d", "\u0661h", "1.5h", "h")
    ),
    "a branch that is none": Bad(
        PLATFORM, "revision: main", 'revision: "{}"', "spec-value",
        ("--upload-pack=id", "a..b", "a.lock", "a//b", "a@{{1}", "-main", "main\\n", "a b", "a~1", "a^", "a:b", "/a", "a/"),
    ),
    "a URL that does something else": Bad(
        PLATFORM, "url: https://git.orchard.example/platform/gpu.git", 'url: "{}"', "spec-value",
        (
            "file:///etc", "ext::sh -c id", "ssh://-oProxyCommand=id/x", "http://git.example/x", "javascript:alert(1)", "https://",
            "https://*/x", "https://git.example/../x", "git@git.example:x", "https://git.example/x\\n", "ftp://git.example/x", "",
        ),
    ),
    "a folder that is not ours": Bad(
        PLATFORM, "path: generated", 'path: "{}"', "spec-value",
        ("..", "../x", "/etc", ".git", ".github", "a/../b", "profiles", "environments", "PROFILES", "profiles/x", "a//b", "a/", ".", "", "~", "a b", "$HOME"),
    ),
    "an image that is none": Bad(
        TRAINING, "image: registry.orchard.example/gpu/training@sha256:9f0e1d2c3b4a59687706f5e4d3c2b1a00f1e2d3c4b5a69788796a5b4c3d2e1f0",
        'image: "{}"', "spec-value", ("../x", "a b", "-x", "$(id)", "x@sha256:1", "X/Y", "", "https://x/y"),
    ),
    "an image from elsewhere": Bad(
        TRAINING, "image: registry.orchard.example/gpu/training@", "image: {}@", "image-registry",
        ("registry.orchard.example.evil.example/gpu/x", "registry.orchard.example/gpux/x", "evil.example/registry.orchard.example/gpu/x"),
    ),
    "a path in a container that is the system's": Bad(
        TRAINING, "path: /checkpoints", 'path: "{}"', "mount-conflict", ("/proc", "/etc", "/dev", "/var/run/secrets/kubernetes.io/serviceaccount", "/a/../../etc", "/sys")
    ),
    "a label that acts on something": Bad(
        PLATFORM, "labels: {orchard.example/platform: gpu}", 'labels: {{}: "x"}', "label-reserved",
        (
            "argocd.argoproj.io/instance", "kustomize.toolkit.fluxcd.io/prune", "pod-security.kubernetes.io/enforce", "kubernetes.io/metadata.name",
            "kueue.x-k8s.io/queue-name", "app.kubernetes.io/managed-by", "app.kubernetes.io/instance", "gitops-gen.io/team", "istio-injection",
            "azure.workload.identity/use", "nvidia.com/mig.config", "admission.gatekeeper.sh/ignore", "helm.sh/chart",
        ),
    ),
    "an annotation that acts on something": Bad(
        PLATFORM, "labels: {orchard.example/platform: gpu}", 'labels: {orchard.example/platform: gpu}\n  annotations: {{}: "x"}', "label-reserved",
        (
            "argocd.argoproj.io/hook", "argocd.argoproj.io/sync-options", "argocd.argoproj.io/compare-options", "kustomize.toolkit.fluxcd.io/ssa",
            "kustomize.toolkit.fluxcd.io/prune", "helm.sh/hook", "meta.helm.sh/release-name", "k8s.v1.cni.cncf.io/networks", "eks.amazonaws.com/role-arn",
            "iam.gke.io/gcp-service-account", "vault.hashicorp.com/agent-inject", "sidecar.istio.io/inject", "linkerd.io/inject", "ignore-check.kube-linter.io/x",
            "kube-score/ignore", "polaris.fairwinds.com/exempt", "policies.kyverno.io/x", "container.apparmor.security.beta.kubernetes.io/x",
            "kubectl.kubernetes.io/last-applied-configuration", "checkov.io/skip1",
        ),
    ),
    "a group that is Kubernetes' own": Bad(
        ROBOTICS, "robotics-leads: {role", '"{}": {role', "spec-value", ("system:masters", "system:authenticated", "*", "a b", "a\\nb", "")
    ),
    "a prefix that makes such a group": Bad(PLATFORM, '"sso:"', '"{}"', "spec-value", ("system:", "sys", "system:x", "a b")),
    "an owner that would be two": Bad(
        ROBOTICS, '"@orchard/robotics-leads"', '"{}"', "spec-value", ("@a/b @evil", "@a/b\\n* @evil", "evil", "@", "@a/b/c", "*", "@a/b#x")
    ),
    "a network that is none": Bad(
        MAIN, "cidr: [203.0.113.0/26]", 'cidr: ["{}"]', "spec-value",
        ("203.0.113.1/26", "203.0.113.0", "0.0.0.0/33", "::ffff:169.254.169.254/128", "1.2.3/8", "evil.example", "010.0.0.0/8", "fe80::1%eth0/128", ""),
    ),
    "an address that hands out credentials": Bad(
        MAIN, "cidr: [203.0.113.0/26]", 'cidr: ["{}"]', "endpoint-credentials", ("169.254.169.254/32", "169.254.169.0/24", "fd00:ec2::254/128", "168.63.129.16/32")
    ),
    "a port that is none": Bad(LAB, "[443/TCP]", '["{}"]', "spec-value", ("0/TCP", "65536/TCP", "443/tcp", "443", "\u0664\u0664\u0663/TCP", "9-1/TCP", "-1/TCP")),
    "a version that is none": Bad(LAB_L4, '"580.173.02"', '"{}"', "spec-value", ("v580", "580", "\u0665.1", "latest", "580.1\\n", "")),
    "a Kubernetes that is none": Bad(LAB, 'kubernetesVersion: "1.36"', 'kubernetesVersion: "{}"', "spec-value", ("1", "v1.36", "1.36.1", "1.\u0663", "latest", "1.36\\n")),
    "a team that is not there": Bad(ROBOTICS_PROD, "team: robotics", "team: {}", "reference-unknown", ("robotic", "ranking2", "x")),
    "a secret path that climbs": Bad(
        ROBOTICS, "  egress:", "  secrets: {key: {store: vault, path: \"{}\", keys: [k]}}\n  egress:", "spec-value", ("a/../../b", "/a", "..", "a\\n", "a//b")
    ),
    "a key that is a file elsewhere": Bad(
        ROBOTICS, "  egress:", "  secrets: {key: {store: vault, path: a, keys: [\"{}\"]}}\n  egress:", "spec-value", ("../x", "..", "a/b", "", "..data")
    ),
    "a variable's name": Bad(EXPERIMENT, "PYTHONUNBUFFERED:", '"{}":', "spec-value", ("A B", "A=B", "1A", "", "A\\nB", "A-B")),
    "a variable that breaks the program loader": Bad(EXPERIMENT, "PYTHONUNBUFFERED:", "{}:", "env-reserved", ("NVIDIA_VISIBLE_DEVICES",)),
}  # fmt: skip
